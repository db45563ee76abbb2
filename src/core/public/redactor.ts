/**
 * The one redactor (S3), for the rooms that may import only core's ports: loggers and output pass through it.
 */
export { createRedactor, type Redactor } from '#core/redact/redact.ts';
