import type { Card } from '../../data/card.ts';
import type { Services } from '../../services.ts';

/** What a search says about where a document came from. */
export interface OriginLabels {
  source: { id: string; name: string; rank: string };
  tier: string;
  /** Category values; private content is always among `my_files`. */
  categories: string[];
  package: string;
}

/** The source card of each origin of private content. */
const sourceNames: Record<string, string> = {
  email: 'E-mail',
  investment_research: 'Sandbox Securities',
  document_library: 'Document library',
};

/** Source, tier, categories and package of a document, by the way it came in. */
export function originLabels(origin: string, { catalog }: Pick<Services, 'catalog'>): OriginLabels {
  const name = sourceNames[origin] ?? 'My files';
  const card = catalog.cards.sources.find((one) => one.name === name) as Card;
  const research = origin === 'investment_research' ? ['research', 'research_investment_research'] : [];
  return {
    source: { id: card.id, name, rank: String(card.rank) },
    tier: String(card.tier),
    categories: ['my_files', ...research],
    package: String(card.package),
  };
}

/** The type a subtype such as `SEC_10_K` belongs to. */
export function typeOf(documentType: string, origin: string): string {
  if (origin === 'investment_research') return 'INVESTMENT-RESEARCH';
  if (documentType.startsWith('SEC_')) return 'FILINGS';
  return documentType === 'EMAIL' ? 'EMAIL' : 'FILES';
}
