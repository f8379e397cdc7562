"use strict";

Redoc.init("openapi.json", { hideDownloadButton: false, expandResponses: "200,201" },
  document.getElementById("page"));
