import type { Existing } from "../existing.ts";
import { generateIntoFastApi } from "../fastapi/into.ts";

const applications: Existing = {
  called: "FastAPI",
  // Python needs no manifest, and one without an application declares it for a project to come.
  async isHere(files) {
    for await (const path of files.find("**/*.py")) {
      const text = await files.tryRead(path).catch(() => null);
      if (/\bFastAPI\(/.test(text ?? "")) return true;
    }
    return false;
  },
  storedBy: { postgres: "SQLAlchemy", mongodb: "PyMongo" },
  into: generateIntoFastApi,
};

export default applications;
