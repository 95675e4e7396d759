/** Stands in every file of the site: what lacks it is somebody's own, and is left. */
export const mark = "written by antiphon";
