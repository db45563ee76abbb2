/** It brings no types. */
declare module 'pgpass' {
  function readPassfile(
    wanted: {
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly user: string;
    },
    answer: (password: string | undefined) => void,
  ): void;
  export = readPassfile;
}
