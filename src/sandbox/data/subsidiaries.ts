import { entityId } from '../enrich/annotate/gazetteer.ts';
import type { Company } from './companies.ts';
import { choose } from './invent.ts';

/** One company below another. */
export interface Subsidiary {
  rp_entity_id: string;
  company_name: string;
  country: string;
  immediate_parent: { rp_entity_id: string; company_name: string };
  ultimate_parent: { rp_entity_id: string; company_name: string };
  /** 1 for a direct subsidiary. */
  hierarchy_depth: number;
}

/** An invented hierarchy three deep: regions, what they hold, and one finance company below. */
export function subsidiariesOf(company: Company): Subsidiary[] {
  const parent = { rp_entity_id: company.id, company_name: company.name };
  const short = company.name.replace(
    /,? (Inc\.|Corporation|Company|plc|PLC|SE|AG|N\.V\.|Ltd\.|LLP|Limited)$/,
    '',
  );
  const found: Subsidiary[] = [];
  const add = (
    name: string,
    country: string,
    above: { rp_entity_id: string; company_name: string },
    depth: number,
  ) => {
    const own = { rp_entity_id: entityId('SUBS', name), company_name: name };
    found.push({ ...own, country, immediate_parent: above, ultimate_parent: parent, hierarchy_depth: depth });
    return own;
  };
  const europe = add(`${short} Europe Holding B.V.`, 'NL', parent, 1);
  add(`${short} Deutschland GmbH`, 'DE', europe, 2);
  const ireland = add(`${short} Ireland Limited`, 'IE', europe, 2);
  add(`${short} Treasury DAC`, 'IE', ireland, 3);
  const asia = add(`${short} Asia Pacific Pte. Ltd.`, 'SG', parent, 1);
  const country = choose(`${company.id}:asia`, ['JP', 'IN', 'AU']);
  add(
    `${short} ${country === 'JP' ? 'Japan K.K.' : country === 'IN' ? 'India Private Limited' : 'Australia Pty Ltd'}`,
    country,
    asia,
    2,
  );
  return found;
}
