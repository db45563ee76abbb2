export { readTeamAddress } from '../team/postgres/team-address.ts';
