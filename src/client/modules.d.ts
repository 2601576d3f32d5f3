declare module "docgen:search-worker" {
  /** File name of the search worker in `assets/`; provided by the build. */
  export const searchWorkerFile: string;
}
