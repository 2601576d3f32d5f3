// Renders a live sample on the server and prints its HTML, for its output fence. Effects don't run there: the result is
// that of the first rendering.
"use strict";

/**
 * @param {NodeRequire} load `require` of the sample
 * @param {{ global: string, package: string } | undefined} library the library that the sample uses
 * @param {(React: object, render: (node: unknown) => void) => unknown} program the compiled sample
 */
module.exports = function printResult(load, library, program) {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // What the sample logs isn't its result.
  stdout.write = () => true;
  if (library !== undefined) globalThis[library.global] = load(library.package);
  const React = load("react");
  const { renderToStaticMarkup } = load("react-dom/server");
  let node;
  const value = program(React, (next) => {
    node = next;
  });
  const shown = node ?? value;
  const isComponent = typeof shown === "function" || (shown?.$$typeof !== undefined && !React.isValidElement(shown));
  write(renderToStaticMarkup(isComponent ? React.createElement(shown) : shown));
};
