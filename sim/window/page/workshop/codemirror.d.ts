export * from "../../codemirror.js";
