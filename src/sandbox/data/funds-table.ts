/** Invented exchange-traded funds: name | ticker | exchange | country | sector | industry | status | what it holds. */
export const etfsTable = `
Sandbox Large Companies ETF|SBLC|NYSEARCA|US|Financials|Exchange Traded Fund|Active|Follows the five hundred largest companies of the United States.
Sandbox Technology Leaders ETF|SBTK|NASDAQ|US|Technology|Exchange Traded Fund|Active|Holds makers of software, semiconductors and consumer electronics.
Sandbox Semiconductor ETF|SBSM|NASDAQ|US|Technology|Exchange Traded Fund|Active|Holds designers and makers of semiconductors.
Sandbox Health Care ETF|SBHC|NYSEARCA|US|Health Care|Exchange Traded Fund|Active|Holds pharmaceutical and medical technology companies.
Sandbox Clean Grid ETF|SBCG|NYSEARCA|US|Utilities|Exchange Traded Fund|Active|Holds electric utilities that invest in networks.
Sandbox Energy Majors ETF|SBEM|NYSEARCA|US|Energy|Exchange Traded Fund|Delisted|Held integrated oil and gas companies.
Sandbox Europe Equity UCITS ETF|SBEU|XETRA|DE|Financials|Exchange Traded Fund|Active|Follows the large companies of Europe.
Sandbox Swiss Quality ETF|SBCH|SIX|CH|Health Care|Exchange Traded Fund|Active|Holds Swiss companies with steady earnings.
Sandbox Gilt UCITS ETF|SBGI|LSE|GB|Financials|Exchange Traded Fund|Active|Holds bonds of the British government.
Sandbox Global Property ETF|SBRE|LSE|IE|Real Estate|Exchange Traded Fund|Active|Holds real estate investment trusts of the world.
`;

/** Invented funds: name | ticker | country | sector | type | what it does. */
export const fundsTable = `
Sandbox Balanced Fund|SBBLX|US|Financials|Mutual Fund|Half shares and half bonds, rebalanced every quarter.
Sandbox Small Companies Fund|SBSCX|US|Industrials|Mutual Fund|Holds small companies of the United States.
Heliotrope Macro Fund||KY|Financials|Hedge Fund|Trades currencies and interest rates.
Heliotrope Long Short Fund||KY|Technology|Hedge Fund|Buys and sells technology shares.
North Quay Growth Partners III||GB|Health Care|Private Equity Fund|Buys health care companies.
North Quay Infrastructure||LU|Utilities|Infrastructure Fund|Owns electricity and water networks.
Alpenrose Rentenfonds|ALPRF|DE|Financials|Mutual Fund|Holds bonds of companies and states in euro.
Alpenrose Immobilien|ALPIM|DE|Real Estate|Real Estate Fund|Owns offices and housing in Germany.
`;
