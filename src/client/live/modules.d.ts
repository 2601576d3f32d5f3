declare module "docgen:live-frame" {
  /** Name of the page that live samples run in, inside `assets/`; made by the build. */
  export const liveFrameFile: string;
}
