/** The types of the driver describe its entry point only. */
declare module 'pg/lib/client.js' {
  import { Client } from 'pg';
  export = Client;
}
