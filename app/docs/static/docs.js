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
    if (response.status === 201 && new URL(response.url).pathname.endsWith("/v1/encounters")) {
      useEncounter(response.body);
    }
    return response;
  },
});

// What has just been opened is what one goes on with: its token is authorized, its id filled in.
function useEncounter({ id, token }) {
  const { specActions, specSelectors } = ui.getSystem();
  ui.preauthorizeApiKey("HTTPBearer", token);
  for (const [path, operations] of specSelectors.paths().entries()) {
    if (path.includes("{encounter_id}")) {
      for (const method of operations.keys()) {
        specActions.changeParam([path, method], "encounter_id", "path", id);
      }
    }
  }
}
