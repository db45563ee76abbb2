import { createHash } from 'node:crypto';

/** The entity types that have been seen (service-behaviour.md, "Annotated documents"). */
export type EntityType = 'COMP' | 'ORGA' | 'PEOP' | 'PLCE' | 'PROD' | 'TOPI' | 'BUSI' | 'CEPT' | 'SECT';

/** Something with a name that the sandbox can find in a text. */
export interface Entity {
  /** Six upper-case hexadecimal characters, invented: the same name always has the same. */
  id: string;
  name: string;
  type: EntityType;
}

/** Each line is one entity: its name, then other ways to write it. */
const names: Record<EntityType, string> = {
  COMP: `
    Apple Inc.|Apple
    NVIDIA Corporation|NVIDIA|Nvidia
    Nordstrom, Inc.|Nordstrom
    Oracle Corporation|Oracle
    BlackRock, Inc.|BlackRock
    Koninklijke Philips N.V.|Royal Philips|Philips
    1-800-FLOWERS.COM, Inc.|1-800-FLOWERS.COM|1-800-Flowers|1-800-FLOWERS
    NexPoint Diversified Real Estate Trust|NexPoint Real Estate Finance, Inc.|NexPoint
    ABVC BioPharma, Inc.|ABVC BioPharma
    Microsoft Corporation|Microsoft
    Alphabet Inc.|Alphabet|Google
    Amazon.com, Inc.|Amazon.com|Amazon
    Meta Platforms, Inc.|Meta Platforms|Facebook
    Tesla, Inc.|Tesla
    Berkshire Hathaway Inc.|Berkshire Hathaway
    JPMorgan Chase & Co.|JPMorgan Chase|JPMorgan|J.P. Morgan
    Goldman Sachs Group, Inc.|Goldman Sachs
    Morgan Stanley
    Bank of America Corporation|Bank of America
    Citigroup Inc.|Citigroup|Citibank
    Wells Fargo & Company|Wells Fargo
    Deutsche Bank AG|Deutsche Bank
    Barclays PLC|Barclays
    UBS Group AG|UBS
    HSBC Holdings plc|HSBC
    Visa Inc.|Visa
    Mastercard Incorporated|Mastercard
    Walmart Inc.|Walmart
    Target Corporation
    Costco Wholesale Corporation|Costco
    Exxon Mobil Corporation|Exxon Mobil|ExxonMobil
    Chevron Corporation|Chevron
    Shell plc
    BP p.l.c.
    Intel Corporation|Intel
    Advanced Micro Devices, Inc.|Advanced Micro Devices|AMD
    Qualcomm Incorporated|Qualcomm
    Broadcom Inc.|Broadcom
    Taiwan Semiconductor Manufacturing Company Limited|Taiwan Semiconductor Manufacturing Company|TSMC
    Samsung Electronics Co., Ltd.|Samsung
    Arm Limited|Arm Holdings
    ASML Holding N.V.|ASML
    Cisco Systems, Inc.|Cisco
    International Business Machines Corporation|IBM
    Salesforce, Inc.|Salesforce
    SAP SE|SAP
    Cerner Corporation|Cerner
    Siemens AG|Siemens
    Pfizer Inc.|Pfizer
    Johnson & Johnson
    Novartis AG|Novartis
    Roche Holding AG|Roche
    Merck & Co., Inc.|Merck
    UnitedHealth Group Incorporated|UnitedHealth
    Boeing Company|Boeing
    Airbus SE|Airbus
    Ford Motor Company|Ford Motor
    General Motors Company|General Motors
    Toyota Motor Corporation|Toyota
    Volkswagen AG|Volkswagen
    Coca-Cola Company|Coca-Cola
    PepsiCo, Inc.|PepsiCo
    Procter & Gamble Company|Procter & Gamble
    Netflix, Inc.|Netflix
    Walt Disney Company|Walt Disney|Disney
    Verizon Communications Inc.|Verizon
    AT&T Inc.|AT&T
    PricewaterhouseCoopers LLP|PricewaterhouseCoopers
    Ernst & Young LLP|Ernst & Young
    Deloitte & Touche LLP|Deloitte
    KPMG LLP|KPMG
    BDO USA, LLP|BDO USA
    Moody's Corporation|Moody's
    S&P Global Inc.|S&P Global
    Fitch Ratings
    Vanguard Group, Inc.|Vanguard
    State Street Corporation
    Fidelity Investments|Fidelity
    The Depository Trust Company|Depository Trust Company
    U.S. Bank Trust Company, National Association|U.S. Bank
    The Bank of New York Mellon|Bank of New York Mellon|BNY Mellon`,
  ORGA: `
    Securities and Exchange Commission|SEC|U.S. Securities and Exchange Commission
    Federal Reserve|Federal Reserve System|Board of Governors of the Federal Reserve
    European Central Bank|ECB
    European Union|European Commission
    Nasdaq Stock Market LLC|Nasdaq Stock Market|Nasdaq Global Select Market|Nasdaq|The Nasdaq Stock Market LLC
    New York Stock Exchange|NYSE
    London Stock Exchange
    Financial Industry Regulatory Authority|FINRA
    Financial Accounting Standards Board|FASB
    Public Company Accounting Oversight Board|PCAOB
    Internal Revenue Service|IRS
    U.S. Department of Justice|Department of Justice
    U.S. Department of Commerce|Department of Commerce
    Food and Drug Administration|FDA
    Federal Trade Commission|FTC
    World Health Organization
    International Monetary Fund|IMF
    Organisation for Economic Co-operation and Development|OECD
    United Nations
    U.S. Treasury|Department of the Treasury
    Stanford University
    Harvard University`,
  PEOP: `
    Tim Cook|Timothy D. Cook
    Luca Maestri
    Jen-Hsun Huang|Jensen Huang
    Colette Kress|Colette M. Kress
    Safra Catz|Safra A. Catz
    Lawrence Ellison|Lawrence J. Ellison|Larry Ellison
    Erik Nordstrom|Erik B. Nordstrom
    Peter Nordstrom|Peter E. Nordstrom
    Laurence Fink|Laurence D. Fink|Larry Fink
    Roy Jakobs
    Chris McCann|Christopher G. McCann
    James McCann|James F. McCann|Jim McCann
    James Dondero
    Warren Buffett
    Satya Nadella
    Elon Musk
    Mark Zuckerberg
    Jamie Dimon
    Jerome Powell
    Christine Lagarde
    Janet Yellen`,
  PLCE: `
    United States|U.S.|United States of America
    United Kingdom|U.K.
    China|People's Republic of China|Greater China|PRC
    Hong Kong
    Taiwan
    Japan
    Germany
    France
    Ireland
    Netherlands|The Netherlands
    Switzerland
    India
    Israel
    Canada
    Mexico
    Brazil
    Singapore
    South Korea|Korea
    Russia
    Ukraine
    Vietnam
    Australia
    Europe
    Asia|Asia Pacific
    Latin America
    Africa
    California
    Cupertino
    Santa Clara
    Austin
    Texas
    Delaware
    Washington
    Seattle
    New York
    Dallas
    Amsterdam
    Eindhoven
    London
    Maryland
    Florida
    Fremont`,
  PROD: `
    iPhone
    iPad
    Mac|MacBook
    Apple Watch
    AirPods
    App Store
    Apple Vision Pro
    iOS
    GeForce
    CUDA
    NVIDIA DGX|DGX
    NVIDIA Omniverse|Omniverse
    Hopper
    Oracle Cloud
    Java
    Windows
    Azure
    Amazon Web Services|AWS
    iShares
    Aladdin
    DreamStation
    EDGAR|EDGARLink
    Nordstrom Rack`,
  TOPI: `
    Earnings|financial results|results of operations
    Dividend|dividends|cash dividend
    Share repurchase|share repurchases|repurchase program|share buyback
    Merger|mergers|acquisition|acquisitions
    Inflation
    Interest rates|interest rate
    Foreign exchange|foreign currency|exchange rates
    Export controls|export control
    Tariffs|tariff
    Climate change
    Cybersecurity|cyber security|data breach
    COVID-19|pandemic
    Supply chain|supply constraints
    Litigation|legal proceedings|class action
    Recession
    Bankruptcy
    Antitrust
    Product recall|field safety notice`,
  BUSI: `
    Cloud computing|cloud services|cloud infrastructure
    Data center|data centers
    Semiconductor manufacturing|wafer fabrication
    Retail|department stores
    Asset management|investment management
    Real estate investment|real estate investment trust|REIT
    E-commerce|online retail
    Medical technology|medical devices
    Investment banking
    Crowdfunding
    Clinical trials|clinical trial`,
  CEPT: `
    Artificial intelligence|generative AI|AI
    Machine learning|deep learning
    Autonomous vehicles|self-driving
    Gaming
    Virtual reality|augmented reality
    Goodwill|goodwill impairment
    Revenue recognition
    Internal control over financial reporting
    Fair value
    Stock-based compensation|share-based compensation
    Intellectual property|patents
    Sustainability
    Blockchain|cryptocurrency`,
  SECT: `
    Technology|technology sector
    Financial services
    Health care|healthcare
    Consumer goods
    Energy sector
    Semiconductors|semiconductor industry
    Real estate`,
};

/** Types whose names are ordinary words, found whatever their capitals. */
const caseless = new Set<EntityType>(['TOPI', 'BUSI', 'CEPT', 'SECT']);

/** One way to write an entity's name. */
export interface Alias {
  /** As it stands in the text; lower case where `caseless`. */
  written: string;
  caseless: boolean;
  entity: Entity;
}

/** Every entity once, in the order of the list. */
export function gazetteerEntities(): Entity[] {
  return (Object.keys(names) as EntityType[]).flatMap((type) => linesOf(type).map(({ entity }) => entity));
}

/** Every way to write every entity; a name of several words is also known in capitals. */
export function gazetteer(): Alias[] {
  const types = Object.keys(names) as EntityType[];
  return types.flatMap((type) =>
    linesOf(type).flatMap(({ written, entity }) => written.flatMap((one) => waysToWrite(one, entity))),
  );
}

function linesOf(type: EntityType): { written: string[]; entity: Entity }[] {
  return names[type]
    .trim()
    .split('\n')
    .map((line) => {
      const written = line.trim().split('|');
      const name = written[0] ?? '';
      return { written, entity: { id: entityId(type, name), name, type } };
    });
}

/** The invented id of an entity; other kinds of thing (funds, sources …) take theirs the same way. */
export function entityId(type: string, name: string): string {
  return createHash('sha256').update(`${type}:${name}`).digest('hex').slice(0, 6).toUpperCase();
}

function waysToWrite(written: string, entity: Entity): Alias[] {
  const acronym = written === written.toUpperCase();
  if (caseless.has(entity.type) && !acronym)
    return [{ written: written.toLowerCase(), caseless: true, entity }];
  const exact = { written, caseless: false, entity };
  const capitals = written.toUpperCase();
  return acronym || written.length < 4 ? [exact] : [exact, { ...exact, written: capitals }];
}
