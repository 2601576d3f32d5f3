declare module "docgen:search-worker" {
  /** Name of the search's worker, inside `assets/`; made by the build. */
  export const searchWorkerFile: string;
}
