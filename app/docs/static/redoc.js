"use strict";

const OPTIONS = { expandResponses: "200,201", downloadUrls: [{ title: "OpenAPI document", url: "openapi.json" }] };

// The library describes all an answer may hold before it shows anything, and each log entry may hold any event of any
// ruleset. So here events are told once, in a section of their own, to which the answers refer.
function withEventsOnce(document) {
  const { schemas } = document.components;
  const { title, description } = schemas.Event;
  const every = '<SchemaDefinition schemaRef="#/components/schemas/EveryEvent" />';
  schemas.EveryEvent = schemas.Event;
  schemas.Event = {
    title,
    description: `${description} Its other fields are in the section [events](#tag/events).`,
    type: "object",
    properties: { type: { title: "Type", type: "string" } },
    required: ["type"],
    additionalProperties: true,
  };
  document.tags.push({ name: "events", description: `What the log holds, ruleset by ruleset.\n\n${every}` });
  return document;
}

fetch("openapi.json")
  .then((answer) => answer.json())
  .then((document) => Redoc.init(withEventsOnce(document), OPTIONS, window.document.getElementById("page")));
