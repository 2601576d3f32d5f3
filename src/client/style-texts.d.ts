/** A style sheet that a script imports: its minified text. */
declare module "*.css" {
  const styles: string;
  export default styles;
}
