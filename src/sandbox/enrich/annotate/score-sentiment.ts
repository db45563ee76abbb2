const good = new Set(
  `achieve achieved advantage approval approved award awarded beat benefit benefited best better boost
  boosted breakthrough confident delivered efficient efficiency exceed exceeded exceeds excellent expand
  expanded expansion favorable gain gained gains great grew grow growing growth high higher improve
  improved improvement improvements improving increase increased innovation innovative leading
  opportunities opportunity outperform outperformed pleased positive profit profitable progress raise
  raised record recovery resilient robust solid strength strengthen strengthened strong stronger success
  successful successfully surge surpassed upgrade upgraded win winning`.split(/\s+/),
);
const bad = new Set(
  `abandon adverse adversely allegation allegations bankruptcy breach claim claims concern concerns crisis
  cut damage damages decline declined declines decrease decreased default deficit delay delayed
  deteriorate deterioration difficult difficulty disappointing disruption disruptions dispute downgrade
  downgraded downturn drop dropped failed fails failure fall fell fine fraud harm harmed impair impaired
  impairment inability investigation lawsuit layoff layoffs liquidation litigation loss losses lower
  misconduct miss missed negative negatively penalties penalty recall recession resign resigned
  restructuring risk risks shortage shortages slow slowdown slower terminate terminated termination unable
  uncertain uncertainty unfavorable violation violations volatile volatility weak weaker weakness worse
  worsen worst`.split(/\s+/),
);
/** Words that turn what follows within three words. */
const turning = new Set(['not', 'no', 'never', 'without', 'neither', 'nor', "didn't", "isn't", "won't"]);

/** The tone of a text in −1…1, two decimals: good words less bad ones, softened where there are few. */
export function scoreSentiment(text: string): number {
  let sum = 0;
  let count = 0;
  let turnedUntil = -1;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  for (const [index, word] of words.entries()) {
    if (turning.has(word)) turnedUntil = index + 3;
    const weight = good.has(word) ? 1 : bad.has(word) ? -1 : 0;
    if (weight === 0) continue;
    sum += index <= turnedUntil ? -weight : weight;
    count += 1;
  }
  return count === 0 ? 0 : round(sum / (count + 1));
}

/** Two decimals, and never −0. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
