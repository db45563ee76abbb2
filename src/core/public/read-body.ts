export { readBody } from '#core/service/read-body.ts';
