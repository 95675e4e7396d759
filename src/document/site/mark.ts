/** Present in every generated file; files without it belong to someone else and are left alone. */
export const mark = "written by antiphon";
