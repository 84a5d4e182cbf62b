/** The build that this worker belongs to; build.mjs writes it. */
declare const BUILD: string;
/**
 * The files of the pages that open offline, as '/assets/home-1a2b3c4.js'; build.mjs writes them.
 */
declare const SHELL_FILES: readonly string[];
