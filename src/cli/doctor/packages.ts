import { hasOptional, optionalPackages, type OptionalName } from "../../lib/index.ts";
import { isSupplied, packagesFolder, placeOf } from "../packages.ts";
import { ok, type Check, type Finding } from "./check.ts";

/** Lists which optional packages, installed on demand, are present. */
const packages: Check = async ({ io }) => {
  const folder = packagesFolder(io);
  const names = Object.keys(optionalPackages) as OptionalName[]; // the keys of this table
  return names.map((name): Finding => {
    const { use, megabytes } = optionalPackages[name];
    if (hasOptional(name)) return ok(name, `for ${use}: installed beside antiphon`);
    if (isSupplied(folder, name)) return ok(name, `for ${use}: in ${placeOf(folder, name)}`);
    const fix = "What needs it asks, and with --yes or ANTIPHON_INSTALL=always installs it.";
    return { what: name, state: "off", detail: `for ${use}: not installed (${megabytes} MB)`, fix };
  });
};
export default packages;
