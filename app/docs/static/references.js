"use strict";

const BESIDE = {
  className: "json-schema-2020-12__attribute json-schema-2020-12__attribute--muted",
  style: { textTransform: "none" },
};

// The document's schemas refer to each other by the hundred. The library would follow all references of an operation,
// and copy what they lead to, before it shows the operation: that takes half a minute. This plugin of it follows a
// reference when somebody looks at what it stands for. It also shows the titles of fields beside their names.
function FollowWhenSeen(system) {
  const named = new Map();
  const followed = new WeakMap();

  function schemaOf(reference) {
    if (!named.has(reference)) {
      const path = reference.replace(/^#\//, "").split("/");
      named.set(reference, system.specSelectors.specJson().getIn(path).toJS());
    }
    return named.get(reference);
  }

  // A schema whose references are followed as its fields are read. It is the same object each time it is met, by which
  // the library knows a schema that contains itself.
  function follow(schema) {
    if (typeof schema !== "object" || schema === null) return schema;
    if (!followed.has(schema)) {
      const seen = Array.isArray(schema) ? schema.map(follow) : withFields(schema);
      followed.set(schema, seen);
      followed.set(seen, seen);
    }
    return followed.get(schema);
  }

  function withFields({ $ref, ...own }) {
    const meant = $ref === undefined ? {} : follow(schemaOf($ref));
    const fields = Object.getOwnPropertyDescriptors(meant);
    for (const [name, value] of Object.entries(own)) {
      fields[name] = { get: () => follow(value), enumerable: true, configurable: true };
    }
    return Object.keys(own).length ? Object.defineProperties({}, fields) : meant;
  }

  // What a sample is made of: the first of several shapes, and nothing within itself.
  function sampled(schema, within = []) {
    if (typeof schema !== "object" || schema === null) return schema;
    if (within.includes(schema)) return {};
    const inside = [...within, schema];
    if (Array.isArray(schema)) return schema.map((item) => sampled(item, inside));
    const fields = Object.entries(schema).map(([name, value]) => {
      const several = (name === "oneOf" || name === "anyOf") && Array.isArray(value);
      return [name, sampled(several ? value.slice(0, 1) : value, inside)];
    });
    return Object.fromEntries(fields);
  }

  // "object", where the library says "(object | object | object)".
  function shortened(kinds) {
    const shorter = kinds.replace(/\(object(?: \| object)*\)|object(?: \| object)+/g, "object");
    return shorter === kinds ? kinds : shortened(shorter);
  }

  // A field's title, where it says more than its name.
  function titleBeside({ title: name, schema }) {
    const plain = (words) => words.toLowerCase().replaceAll("_", " ");
    if (typeof name !== "string" || typeof schema?.title !== "string") return null;
    return plain(name).endsWith(plain(schema.title)) ? null : schema.title;
  }

  return {
    afterLoad() {
      const { getSampleSchema } = this.fn;
      this.fn.getSampleSchema = (schema, media, config, example) => {
        const raw = schema?.toJS ? schema.toJS() : schema;
        const told = example === undefined ? sampled(follow(raw)) : raw; // an example needs no sample
        return getSampleSchema(told, media, config, example);
      };
    },
    wrapComponents: {
      JSONSchema202012: (Original, { React }) =>
        React.forwardRef(({ schema, ...others }, ref) =>
          React.createElement(Original, { ...others, schema: follow(schema), ref })),
      JSONSchema202012ExpandDeepButton: () => () => null, // all there is may be ten thousand schemas
      JSONSchema202012KeywordTitle: (Original, { React }) => (props) => {
        const name = React.createElement(Original, props);
        const title = titleBeside(props);
        if (title === null) return name;
        return React.createElement(React.Fragment, null, name, React.createElement("span", BESIDE, title));
      },
      JSONSchema202012KeywordType: (Original, { React }) => (props) => {
        const told = Original(props);
        return React.cloneElement(told, {}, shortened(told.props.children));
      },
    },
    statePlugins: {
      spec: {
        wrapActions: {
          requestResolvedSubtree: (_, { specActions, specSelectors }) => (path) =>
            specActions.updateResolvedSubtree(path, specSelectors.specJson().getIn(path)),
        },
      },
    },
  };
}
