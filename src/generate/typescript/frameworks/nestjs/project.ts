import type { Part } from "../../../contracts.ts";
import { versions } from "../../versions.ts";

/** What every NestJS project needs. */
export const nestProject: Part = {
  dependencies: {
    "@nestjs/common": versions["@nestjs/common"],
    "@nestjs/core": versions["@nestjs/core"],
    "@nestjs/platform-express": versions["@nestjs/platform-express"],
    "reflect-metadata": versions["reflect-metadata"],
    rxjs: versions.rxjs,
  },
  devDependencies: { "@types/express": versions["@types/express"] },
  // Nest injects constructor parameters by the types that decorators record.
  compiler: { erasableSyntaxOnly: undefined, experimentalDecorators: true, emitDecoratorMetadata: true },
  lint: {
    // A module is an empty class, and injected classes are imported as values.
    "typescript/no-extraneous-class": "off",
    "typescript/consistent-type-imports": "off",
  },
};
