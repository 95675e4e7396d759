import type { Part } from "../../../contracts.ts";
import { versions } from "../../versions.ts";

/** What any project with NestJS needs. */
export const nestProject: Part = {
  dependencies: {
    "@nestjs/common": versions["@nestjs/common"],
    "@nestjs/core": versions["@nestjs/core"],
    "@nestjs/platform-express": versions["@nestjs/platform-express"],
    "reflect-metadata": versions["reflect-metadata"],
    rxjs: versions.rxjs,
  },
  devDependencies: { "@types/express": versions["@types/express"] },
  // Nest finds what a constructor wants by the types that decorators record.
  compiler: { erasableSyntaxOnly: undefined, experimentalDecorators: true, emitDecoratorMetadata: true },
  lint: {
    // A module is a class that holds nothing, and a class to inject is imported for its value.
    "typescript/no-extraneous-class": "off",
    "typescript/consistent-type-imports": "off",
  },
};
