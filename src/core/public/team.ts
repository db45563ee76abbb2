export { strandedAsShown } from '../calls/team-as-shown.ts';
export { questionTeam, type TeamQuestions } from '../team/postgres/question-team.ts';
export { initTeam } from '../team/postgres/init-team.ts';
export { optionsOf, placeOf, type TeamOptions } from '../team/postgres/options-of.ts';
export { readTeamAddress } from '../team/postgres/team-address.ts';
export { teamError } from '../team/postgres/team-error.ts';
export { createProfileScope } from '../team/scope.ts';
