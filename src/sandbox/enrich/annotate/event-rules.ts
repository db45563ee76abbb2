/** A kind of event and how a sentence tells of it. */
export interface EventRule {
  topic: string;
  type: string;
  pattern: RegExp;
  /** What it usually means for the company, in −1…1; the sentence's own tone is added. */
  sentiment: number;
}

/** The events the sandbox knows, each told by the words of a sentence. */
export const eventRules: readonly EventRule[] = [
  {
    topic: 'earnings',
    type: 'earnings-release',
    sentiment: 0,
    pattern:
      /\b(?:reports?|reported|announc\w+|releas\w+)\b.{0,80}\b(?:financial results|quarter\w* results|earnings|results of operations)/i,
  },
  {
    topic: 'revenues',
    type: 'revenue-up',
    sentiment: 0.5,
    pattern: /\b(?:revenues?|net sales)\b.{0,80}\b(?:increased|grew|rose|up|record|growth)\b/i,
  },
  {
    topic: 'revenues',
    type: 'revenue-down',
    sentiment: -0.5,
    pattern: /\b(?:revenues?|net sales)\b.{0,80}\b(?:decreased|declined|fell|down|lower)\b/i,
  },
  {
    topic: 'earnings',
    type: 'profit-up',
    sentiment: 0.5,
    pattern:
      /\b(?:net income|operating income|gross margin|earnings per share)\b.{0,60}\b(?:increased|grew|rose|up|higher)\b/i,
  },
  {
    topic: 'earnings',
    type: 'profit-down',
    sentiment: -0.5,
    pattern:
      /\b(?:net income|operating income|gross margin|earnings per share)\b.{0,60}\b(?:decreased|declined|fell|down|lower)\b/i,
  },
  {
    topic: 'earnings',
    type: 'guidance',
    sentiment: 0,
    pattern: /\b(?:outlook|guidance|expects? (?:revenue|net sales|adjusted))\b/i,
  },
  {
    topic: 'dividends',
    type: 'dividend-declared',
    sentiment: 0.4,
    pattern: /\b(?:declar\w+|rais\w+|increas\w+|pay)\b.{0,60}\bdividends?\b/i,
  },
  {
    topic: 'equity-actions',
    type: 'share-repurchase',
    sentiment: 0.3,
    pattern: /\b(?:repurchas\w+|buyback)\b.{0,80}\b(?:shares?|stock|program)\b|\bshare repurchase program/i,
  },
  {
    topic: 'acquisitions-mergers',
    type: 'acquisition',
    sentiment: 0.3,
    pattern:
      /\b(?:agree\w*|complet\w+|announc\w+|enter\w+)\b.{0,100}\b(?:acquisition|acquire|merger|merge)\b/i,
  },
  {
    topic: 'acquisitions-mergers',
    type: 'divestiture',
    sentiment: 0,
    pattern: /\b(?:divest\w*|spin-?off|sale of (?:its|the) (?:business|subsidiary))\b/i,
  },
  {
    topic: 'labor-issues',
    type: 'executive-appointment',
    sentiment: 0.1,
    pattern:
      /\b(?:appoint\w*|elect\w*|named|promot\w+)\b.{0,80}\b(?:chief \w+ officer|president|director|board|chair\w*|general counsel)\b/i,
  },
  {
    topic: 'labor-issues',
    type: 'executive-resignation',
    sentiment: -0.2,
    pattern:
      /\b(?:resign\w*|step\w* down|retire\w*|depart\w+)\b.{0,80}\b(?:chief \w+ officer|president|director|board|chair\w*|officer|position)\b/i,
  },
  {
    topic: 'labor-issues',
    type: 'layoffs',
    sentiment: -0.5,
    pattern: /\b(?:layoffs?|workforce reduction|reduction in force|restructuring (?:plan|charges?))\b/i,
  },
  {
    topic: 'credit',
    type: 'debt-offering',
    sentiment: 0,
    pattern: /\b(?:offering|issu\w+|sale)\b.{0,80}\b(?:senior notes|notes due|debentures|bonds)\b/i,
  },
  {
    topic: 'credit',
    type: 'credit-agreement',
    sentiment: 0,
    pattern:
      /\b(?:enter\w+ into|amend\w+)\b.{0,80}\b(?:credit agreement|credit facility|term loan|loan agreement)\b/i,
  },
  {
    topic: 'legal',
    type: 'lawsuit',
    sentiment: -0.4,
    pattern: /\b(?:lawsuit|class action|complaint (?:was )?filed|filed (?:a )?(?:suit|complaint))\b/i,
  },
  {
    topic: 'legal',
    type: 'settlement',
    sentiment: -0.1,
    pattern:
      /\b(?:settle\w*|consent decree)\b.{0,60}\b(?:claims?|litigation|lawsuit|Department|agreement|case)\b/i,
  },
  {
    topic: 'bankruptcy',
    type: 'bankruptcy',
    sentiment: -0.8,
    pattern: /\b(?:files?|filed|filing) for (?:bankruptcy|Chapter 11)\b|\bCCAA\b|\bcreditor protection\b/i,
  },
  {
    topic: 'products-services',
    type: 'product-release',
    sentiment: 0.3,
    pattern:
      /\b(?:launch\w*|introduc\w+|unveil\w*)\b.{0,60}\b(?:products?|services?|platform|generation|models?)\b/i,
  },
  {
    topic: 'products-services',
    type: 'product-recall',
    sentiment: -0.6,
    pattern: /\b(?:product recall|field safety notice|recall notification|voluntary recall)\b/i,
  },
  {
    topic: 'analyst-ratings',
    type: 'rating-upgrade',
    sentiment: 0.5,
    pattern: /\bupgrad\w+\b.{0,40}\b(?:shares|stock|rating|to (?:buy|outperform|overweight))\b/i,
  },
  {
    topic: 'analyst-ratings',
    type: 'rating-downgrade',
    sentiment: -0.5,
    pattern: /\bdowngrad\w+\b.{0,40}\b(?:shares|stock|rating|to (?:sell|underperform|underweight))\b/i,
  },
  {
    topic: 'regulatory',
    type: 'export-restriction',
    sentiment: -0.4,
    pattern: /\bexport (?:controls?|restrictions?|licen[cs]\w+)\b/i,
  },
];
