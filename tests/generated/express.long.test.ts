import { variantsHold } from "./variants.suite.ts";

variantsHold("express");
