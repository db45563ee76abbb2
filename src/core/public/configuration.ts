/** Configuration files, for hosts that read and write them. */
export { configurationJsonSchema } from '#core/configuration/json-schema.ts';
export { configurationOf } from '#core/configuration/configuration-of.ts';
export { readConfiguration } from '#core/configuration/read-configuration.ts';
export { writeConfiguration } from '#core/configuration/write-configuration.ts';
