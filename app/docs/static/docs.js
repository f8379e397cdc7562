"use strict";

// What an answer makes, and the parameter that names it in the operations that go on with it.
const MADE = [
  [/\/v1\/encounters$/, "encounter_id"],
  [/\/v1\/encounters\/[^/]+\/tokens$/, "token_id"],
  [/\/v1\/rolls$/, "roll_id"],
];

const ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  displayRequestDuration: true,
  plugins: [FollowWhenSeen],
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null, // or the library would ask a host of its own
  responseInterceptor: (response) => {
    const path = new URL(response.url).pathname;
    for (const [made, parameter] of response.status === 201 ? MADE : []) {
      if (made.test(path)) {
        goOnWith(parameter, response.body);
      }
    }
    return response;
  },
});

// The token of an encounter that has just been opened is authorized, and the id of what was made is filled in.
function goOnWith(parameter, { id, token }) {
  const { specActions, specSelectors } = ui.getSystem();
  if (parameter === "encounter_id") {
    ui.preauthorizeApiKey("HTTPBearer", token);
  }
  for (const [path, operations] of specSelectors.paths().entries()) {
    if (path.includes(`{${parameter}}`)) {
      for (const method of operations.keys()) {
        specActions.changeParam([path, method], parameter, "path", id);
      }
    }
  }
}
