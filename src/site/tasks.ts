import type { ApiLibrary } from "../api/declaration.ts";
import type { LoadedConfig } from "../config/load.ts";
import type { ReadText, Source } from "../content/source.ts";
import type { VersionTree } from "../content/version-trees.ts";
import type { Walked } from "../content/walk.ts";
import type { DefineTask, TaskDef } from "../engine/task.ts";
import type { CodeByDigest } from "../highlight/highlighter.ts";
import type { Tokenise } from "../highlight/tokeniser.ts";
import type { MediaFile } from "../links/resolve.ts";
import type { WrittenLink } from "../links/use.ts";
import type { ApiVocabulary } from "../markdown/api-names.ts";
import type { ApiMention, CompiledDocument } from "../markdown/document.ts";
import type { SourceLine } from "../markdown/include.ts";
import type { SearchPart, Segment } from "../search/build-index.ts";
import type { NodeBundle, NodeCode } from "../shared/esbuild.ts";
import type { Problem } from "../shared/problem.ts";
import type { Texts } from "../shared/translate.ts";
import type { ClientParts } from "./bundles/bundle-client.ts";
import type { PageScripts } from "./bundles/bundle-for-browser.ts";
import type { MermaidFiles } from "./bundles/mermaid-files.ts";
import type { ExtensionThread } from "./extensions/extension-thread.ts";
import type { SiteCode } from "./extensions/site-jobs.ts";
import type { LastUpdate, LastUpdates } from "./inputs/last-updates.ts";
import type { Site } from "./model/site.ts";
import type { RenderContext, RenderedPage } from "./pages/render-page.ts";
import type { Draw, Picture } from "./pictures/draw-pictures.ts";

export interface CheckedText extends ReadText {
  /** Problems found in the file. */
  readonly faults: readonly Problem[];
}

export type PictureSize = Pick<MediaFile, "width" | "height" | "density">;

/** A page whose text the site's code makes. */
export interface MadePage {
  readonly maker: string;
  readonly markdown: string;
}

/** All such pages, by the path that a file with the text would have, and the faults of their makers. */
export interface MadePages {
  readonly pages: Readonly<Record<string, MadePage>>;
  readonly problems: readonly Problem[];
}

/** A compiled page, with its highlighted code by digest for the next compilation. */
export interface CompiledText {
  readonly document: CompiledDocument;
  readonly code: CodeByDigest;
  /** Fault that prevents the file from being read as a page. */
  readonly faults: readonly Problem[];
}

export type IconFile = Pick<Picture, "file" | "width">;

/** Facts of a page for link checks and for outputs of the whole site. */
export interface PageFacts extends Pick<CompiledDocument, "anchors" | "lead" | "linkIgnores"> {
  /** Browser features used by the page and by those that it lists. */
  readonly uses: CompiledDocument["uses"];
  /** Links to check: those to anchors, those without a target, and iframes. */
  readonly links: readonly WrittenLink[];
}

/** Files with the contents of a segment, in the form of `SearchPart` but with their paths in the output. */
export interface SegmentParts {
  readonly files: readonly SearchPart[];
  /** Size of an index file of the segment alone, in bytes. */
  readonly size: number;
}

/** How an index is stored. */
export interface IndexLayout {
  /** Number of documents of each segment. */
  readonly segments: readonly number[];
  /** Files with the contents of each segment; undefined if the index itself holds them. */
  readonly parts: readonly SegmentParts["files"][] | undefined;
}

/** Tasks between a site's sources and its output files. */
export interface SiteTasks {
  /** The configuration of a site. Keys are empty. */
  readonly config: {
    /** The bundled configuration, with the paths of its files relative to the root. */
    readonly bundle: TaskDef<NodeBundle>;
    /** The value of the configuration. Early cutoff: dependents stay valid while it evaluates to the same. */
    readonly config: TaskDef<LoadedConfig & { readonly exported: string }>;
    /** Aborts an evaluation of code that has been edited since: it may never end. */
    readonly abandon: () => void;
  };
  /** The versions whose docs are in commits, after their files have been read. The key is empty. */
  readonly trees: TaskDef<readonly VersionTree[]>;
  /** Files below `content/`, and those of versions that are in commits. Keys are paths relative to the root. */
  readonly content: {
    /** All files. The key is empty. */
    readonly files: TaskDef<Walked>;
    /** A data file. In serve, its last good version is used while it has errors. */
    readonly data: TaskDef<CheckedText>;
    readonly picture: TaskDef<PictureSize>;
    /** Output name of a file beside pages: contains a digest of its content. */
    readonly asset: TaskDef<MediaFile & { readonly output: string }>;
  };
  /** The APIs that a site documents. */
  readonly api: {
    /** The libraries of `api`, from their declarations. The key is empty. */
    readonly libraries: TaskDef<readonly ApiLibrary[]>;
    /** Their names. Comments and types don't change it. The key is empty. */
    readonly vocabulary: TaskDef<ApiVocabulary>;
    /** The code of a declaration, by overload; null if it is gone. The key is its name. */
    readonly signature: TaskDef<readonly string[] | null>;
  };
  /** Tasks of the pages that the site's code makes. */
  readonly madePages: {
    /** The key is empty. In serve, the last good pages stand while a maker fails. */
    readonly all: TaskDef<MadePages>;
    /** The text at a path; null if none is made for it. */
    readonly text: TaskDef<string | null>;
  };
  /** The site's compiler; null if the site extends nothing. The key is empty. */
  readonly siteCode: TaskDef<SiteCode | null>;
  /** Tasks of the texts of pages. They know nothing of the model of the site, which is made from `source`. */
  readonly texts: {
    /** Texts of the interface. The key is the name of a locale. */
    readonly interfaceTexts: TaskDef<Texts>;
    /**
     * The front matter and the title of a page. Apart from its text, so that the model of the site stays valid when only
     * the text is edited. The key is the path of the page.
     */
    readonly source: TaskDef<Source>;
    /** Lines of a page with its includes. The key is its path. */
    readonly lines: TaskDef<readonly SourceLine[]>;
    /** A compiled Markdown page. Keys come from `documentKey`. */
    readonly document: TaskDef<CompiledText>;
  };
  /** Lays out a site in one locale, without the texts of its pages. The key is the name of the locale. */
  readonly site: TaskDef<Site>;
  /** The code of the site, and docgen's own. */
  readonly bundles: {
    /** A page or component bundled for Node, by path; the code is empty if that fails. */
    readonly forNode: TaskDef<NodeCode>;
    /** Browser scripts of a locale. */
    readonly forBrowser: TaskDef<PageScripts>;
    /** Paths of the style sheets of packages that a locale's pages and components import. */
    readonly sheets: TaskDef<readonly string[]>;
    /** Names of the components of the theme that the site replaces. The key is empty, as for the rest. */
    readonly replaced: TaskDef<readonly string[]>;
    /** The client with these components, without the site's style sheets. */
    readonly client: TaskDef<ClientParts>;
    /** Theme with these components; null if there are none, or they have errors. */
    readonly theme: TaskDef<NodeCode | null>;
    /** The diagram library: output files with their sources. */
    readonly mermaid: TaskDef<Pick<MermaidFiles, "entry" | "files">>;
  };
  /** The client with the style sheets of the site, and with those that its code imports from packages, by locale. */
  readonly client: TaskDef<ClientParts>;
  /** Drawn pictures. */
  readonly pictures: {
    /** Output files and widths of a locale's pictures: cards of pages, and icons. The key is the locale. */
    readonly list: TaskDef<{ readonly cards: readonly string[]; readonly icons: readonly IconFile[] }>;
    /** A picture as PNG in base64, or the reason why it can't be drawn. The key is the locale and the output file. */
    readonly picture: TaskDef<{ readonly png: string } | { readonly reason: string }>;
  };
  /** Tasks of the context that pages are rendered with. */
  readonly contexts: {
    /** Context shared by all pages of a locale. */
    readonly context: TaskDef<RenderContext>;
    /** Last changes of all sources, if pages show them. The key is empty. */
    readonly lastUpdates: TaskDef<LastUpdates["byPath"]>;
    /** Last change of a source; null if it is unknown or not shown. The key is the path. */
    readonly lastUpdate: TaskDef<LastUpdate | null>;
    /** Keys of the routes of a locale's generated pages. All other pages exist in every locale. */
    readonly madeRoutes: TaskDef<ReadonlySet<string>>;
  };
  /** What pages say about the APIs that the site documents. */
  readonly apiPages: {
    /** What a page says. Keys come from `documentKey`. */
    readonly mentions: TaskDef<readonly ApiMention[]>;
    /** Addresses by name of the API, as the pages of a docs version see them. Keys come from `addressesKey`. */
    readonly addresses: TaskDef<Readonly<Record<string, string>>>;
  };
  /** Tasks of the pages' HTML and Markdown copies. Keys come from `pageKey`. */
  readonly pages: {
    /** A React page with what was found in its HTML. */
    readonly rendered: TaskDef<RenderedPage>;
    readonly html: TaskDef<string>;
    /** The page with docgen's own parts of the theme. */
    readonly plain: TaskDef<string>;
    /** The Markdown copy of a page that has one. */
    readonly copy: TaskDef<string>;
    readonly facts: TaskDef<PageFacts>;
  };
  /** Links of replaced parts of the theme, by locale. */
  readonly partLinks: TaskDef<readonly WrittenLink[]>;
  /** Tasks of the search indexes, which are merged from segments. Keys of segments come from `segmentsOf`. */
  readonly search: {
    /** Index of the pages of a segment. */
    readonly segment: TaskDef<Segment>;
    /** The whole contents of a segment's documents, by part. */
    readonly contents: TaskDef<readonly (readonly string[])[]>;
    /** A file with contents. The key is that of the segment with the number of the part in it. */
    readonly part: TaskDef<string>;
    /** The parts of an index. The key is that of `index`. */
    readonly layout: TaskDef<IndexLayout>;
    /** An index file, encoded. The key is the language and the search tag. */
    readonly index: TaskDef<Uint8Array>;
  };
}

/** What everything that defines a site's tasks gets. */
export interface Setup {
  readonly define: DefineTask;
  /** All of them, complete when the first one runs. */
  readonly tasks: SiteTasks;
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Threads that run the site's code. Each has its own, so that pages don't wait for a slow check. */
  readonly threads: {
    /** For React pages and the theme with the site's components. */
    readonly pages: ExtensionThread;
    /** For plugins and components in Markdown. */
    readonly texts: ExtensionThread;
    /** For checks and outputs of the whole site. */
    readonly site: ExtensionThread;
  };
  /** Undefined to leave code plain. */
  readonly tokenise: Tokenise | undefined;
  readonly draw: Draw;
}
