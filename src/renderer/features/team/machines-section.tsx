import type { TeamMachine, TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { MachineState } from './machine-state.tsx';
import { PauseMachine } from './pause-machine.tsx';
import classes from './team.module.css';

/** Every machine that is of the team, or has claims that stand, a row each. */
export function MachinesSection({ team }: { readonly team: TeamShown }) {
  const { t } = useI18n();
  return (
    <Section title={t('team.machines')} flush>
      {team.machines.length === 0 ? (
        <Empty title={t('team.noMachines')}>{t('team.noMachinesText')}</Empty>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('team.machine')}</th>
              <th>{t('team.state')}</th>
              <th className={table.figure}>{t('team.queue')}</th>
              <th className={table.figure} title={t('team.shareHint')}>
                {t('team.share')}
              </th>
              <th>
                <span className="visually-hidden">{t('team.action')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {team.machines.map((machine) => (
              <MachineRow key={machine.agent} machine={machine} team={team} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function MachineRow({ machine, team }: { readonly machine: TeamMachine; readonly team: TeamShown }) {
  const { t, format } = useI18n();
  const { agent, name, person, queue, used, version } = machine;
  return (
    <tr>
      <td>
        <div className={classes.names}>
          <span className={classes.name}>{name}</span>
          {agent === team.self && <span className={classes.mark}>{t('team.this')}</span>}
        </div>
        <div className={classes.second}>
          {[person, t('settings.version', { version })].filter(Boolean).join(' · ')}
        </div>
      </td>
      <td className={classes.state}>
        <MachineState machine={machine} paused={machine.paused ?? team.paused} />
      </td>
      <td className={table.figure}>
        {queue === 0 ? <span className="quiet">0</span> : format.number(queue)}
      </td>
      <td className={table.figure} title={t('team.of', { used, limit: team.permitted })}>
        {format.percent(team.permitted === 0 ? 0 : used / team.permitted)}
      </td>
      <td className={classes.act}>
        <PauseMachine machine={machine} />
      </td>
    </tr>
  );
}
