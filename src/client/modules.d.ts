/** A style sheet that a script imports: its minified text. */
declare module "*.css" {
  const styles: string;
  export default styles;
}

/** The parser of sucrase, which the package has no entry for. */
declare module "sucrase/dist/esm/parser/index.js" {
  export { parse } from "sucrase/dist/types/parser/index";
}
declare module "sucrase/dist/esm/parser/tokenizer/types.js" {
  export { TokenType } from "sucrase/dist/types/parser/tokenizer/types";
}
