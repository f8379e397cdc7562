"use strict";

const ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null, // or the library would ask a host of its own
  responseInterceptor: (response) => {
    if (response.status === 201) {
      useWhatIsNew(new URL(response.url).pathname, response.body);
    }
    return response;
  },
});

// What has just been made is what one goes on with: its id is filled in, its token authorized.
function useWhatIsNew(path, made) {
  if (path.endsWith("/v1/encounters")) {
    ui.preauthorizeApiKey("HTTPBearer", made.token);
    fillIn("encounter_id", made.id);
  } else if (path.endsWith("/tokens")) {
    fillIn("token_id", made.id);
  } else if (path.endsWith("/v1/rolls")) {
    fillIn("roll_id", made.receipt.content.id);
  }
}

function fillIn(parameter, value) {
  const { specActions, specSelectors } = ui.getSystem();
  for (const [path, operations] of specSelectors.paths().entries()) {
    if (path.includes(`{${parameter}}`)) {
      for (const method of operations.keys()) {
        specActions.changeParam([path, method], parameter, "path", value);
      }
    }
  }
}
