/** What the cards of gazetteer entities show beside the name. The first cell is the name as the gazetteer has it. */

/** name | position | company | country */
export const peopleTable = `
Tim Cook|Chief Executive Officer|Apple Inc.|US
Luca Maestri|Chief Financial Officer|Apple Inc.|IT
Jen-Hsun Huang|Chief Executive Officer|NVIDIA Corporation|US
Colette Kress|Chief Financial Officer|NVIDIA Corporation|US
Safra Catz|Vice Chair|Oracle Corporation|US
Lawrence Ellison|Chief Technology Officer|Oracle Corporation|US
Erik Nordstrom|Chief Executive Officer|Nordstrom, Inc.|US
Peter Nordstrom|President|Nordstrom, Inc.|US
Laurence Fink|Chief Executive Officer|BlackRock, Inc.|US
Roy Jakobs|Chief Executive Officer|Koninklijke Philips N.V.|NL
Chris McCann|Director|1-800-FLOWERS.COM, Inc.|US
James McCann|Chair|1-800-FLOWERS.COM, Inc.|US
James Dondero|President|NexPoint Diversified Real Estate Trust|US
Warren Buffett|Chair|Berkshire Hathaway Inc.|US
Satya Nadella|Chief Executive Officer|Microsoft Corporation|US
Elon Musk|Chief Executive Officer|Tesla, Inc.|US
Mark Zuckerberg|Chief Executive Officer|Meta Platforms, Inc.|US
Jamie Dimon|Chief Executive Officer|JPMorgan Chase & Co.|US
Jerome Powell|Central Banker|Federal Reserve|US
Christine Lagarde|Central Banker|European Central Bank|FR
Janet Yellen|Economist||US
`;

/** name | type | country */
export const organizationsTable = `
Securities and Exchange Commission|Regulator|US
Federal Reserve|Central Bank|US
European Central Bank|Central Bank|DE
European Union|International Organization|BE
Nasdaq Stock Market LLC|Exchange|US
New York Stock Exchange|Exchange|US
London Stock Exchange|Exchange|GB
Financial Industry Regulatory Authority|Regulator|US
Financial Accounting Standards Board|Standard Setter|US
Public Company Accounting Oversight Board|Regulator|US
Internal Revenue Service|Government Agency|US
U.S. Department of Justice|Government Agency|US
U.S. Department of Commerce|Government Agency|US
Food and Drug Administration|Regulator|US
Federal Trade Commission|Regulator|US
World Health Organization|International Organization|CH
International Monetary Fund|International Organization|US
Organisation for Economic Co-operation and Development|International Organization|FR
United Nations|International Organization|US
U.S. Treasury|Government Agency|US
Stanford University|University|US
Harvard University|University|US
`;

/** name | type | country (empty where it lies in more than one) */
export const placesTable = `
United States|Country|US
United Kingdom|Country|GB
China|Country|CN
Hong Kong|Region|HK
Taiwan|Region|TW
Japan|Country|JP
Germany|Country|DE
France|Country|FR
Ireland|Country|IE
Netherlands|Country|NL
Switzerland|Country|CH
India|Country|IN
Israel|Country|IL
Canada|Country|CA
Mexico|Country|MX
Brazil|Country|BR
Singapore|Country|SG
South Korea|Country|KR
Russia|Country|RU
Ukraine|Country|UA
Vietnam|Country|VN
Australia|Country|AU
Europe|Continent|
Asia|Continent|
Latin America|Region|
Africa|Continent|
California|State|US
Cupertino|City|US
Santa Clara|City|US
Austin|City|US
Texas|State|US
Delaware|State|US
Washington|State|US
Seattle|City|US
New York|City|US
Dallas|City|US
Amsterdam|City|NL
Eindhoven|City|NL
London|City|GB
Maryland|State|US
Florida|State|US
Fremont|City|US
`;

/** name | type | company that makes it (empty where the sandbox knows none) */
export const productsTable = `
iPhone|Device|Apple Inc.
iPad|Device|Apple Inc.
Mac|Device|Apple Inc.
Apple Watch|Device|Apple Inc.
AirPods|Device|Apple Inc.
App Store|Service|Apple Inc.
Apple Vision Pro|Device|Apple Inc.
iOS|Software|Apple Inc.
GeForce|Device|NVIDIA Corporation
CUDA|Software|NVIDIA Corporation
NVIDIA DGX|Device|NVIDIA Corporation
NVIDIA Omniverse|Software|NVIDIA Corporation
Hopper|Device|NVIDIA Corporation
Oracle Cloud|Service|Oracle Corporation
Java|Software|Oracle Corporation
Windows|Software|Microsoft Corporation
Azure|Service|Microsoft Corporation
Amazon Web Services|Service|Amazon.com, Inc.
iShares|Financial Product|BlackRock, Inc.
Aladdin|Software|BlackRock, Inc.
DreamStation|Medical Device|Koninklijke Philips N.V.
EDGAR|Service|
Nordstrom Rack|Store|Nordstrom, Inc.
`;

/** name | group */
export const topicsTable = `
Earnings|Company
Dividend|Equity
Share repurchase|Equity
Merger|Company
Inflation|Economy
Interest rates|Economy
Foreign exchange|Economy
Export controls|Politics
Tariffs|Politics
Climate change|Environment
Cybersecurity|Risk
COVID-19|Risk
Supply chain|Company
Litigation|Risk
Recession|Economy
Bankruptcy|Company
Antitrust|Politics
Product recall|Risk
`;

/** name | type */
export const positionsTable = `
Chief Executive Officer|Executive
Chief Financial Officer|Executive
Chief Technology Officer|Executive
President|Executive
Chair|Board
Vice Chair|Board
Director|Board
Central Banker|Public Office
Economist|Profession
`;

/** Invented sources: name | country | language | rank | tier | category | package */
export const sourcesTable = `
Sandbox Wire|US|EN|RANK_1|premium-news|news_premium|core
Harbour Financial Daily|GB|EN|RANK_1|premium-news|news_premium|core
Börsenbote|DE|DE|RANK_2|premium-news|news|europe
Gazette des marchés|FR|FR|RANK_2|premium-news|news|europe
Tidewater Weekly|US|EN|RANK_3|web|news|core
Market Garden Blog|US|EN|RANK_4|web|news|core
Penny Corner|CA|EN|RANK_5|web|news|core
Invented Transcripts|US|EN|RANK_1|earnings-transcripts|transcripts|transcripts
Invented Filings|US|EN|RANK_1|filings|filings|filings
Sandbox Securities|US|EN|RANK_1|investment-research|research_investment_research|research
Expert Circle|US|EN|RANK_2|expert-interviews|expert_interviews|research
Journal of Invented Finance|GB|EN|RANK_2|academic|research_academic_journals|research
Morning Desk Podcast|US|EN|RANK_3|podcasts|podcasts|core
My files||EN|RANK_1|private-content|my_files|private
E-mail||EN|RANK_1|private-content|my_files|private
Document library||EN|RANK_1|private-content|my_files|private
`;
