/**
 * Every company of the annotator's gazetteer: name | ticker | exchange | country | sector | industry group | industry | status.
 * A company without a ticker is private. What is not in this table (identifiers, figures, addresses) is invented.
 */
export const companiesTable = `
Apple Inc.|AAPL|NASDAQ|US|Technology|Hardware|Consumer Electronics|Active
NVIDIA Corporation|NVDA|NASDAQ|US|Technology|Semiconductors|Semiconductors|Active
Nordstrom, Inc.|JWN|NYSE|US|Consumer Services|Retail|Department Stores|Delisted
Oracle Corporation|ORCL|NYSE|US|Technology|Software|Enterprise Software|Active
BlackRock, Inc.|BLK|NYSE|US|Financials|Diversified Financials|Asset Management|Active
Koninklijke Philips N.V.|PHIA|AMS|NL|Health Care|Health Care Equipment|Medical Technology|Active
1-800-FLOWERS.COM, Inc.|FLWS|NASDAQ|US|Consumer Services|Retail|Online Retail|Active
NexPoint Diversified Real Estate Trust|NXDT|NYSE|US|Real Estate|Real Estate|Diversified REITs|Active
ABVC BioPharma, Inc.|ABVC|NASDAQ|US|Health Care|Pharmaceuticals|Biotechnology|Active
Microsoft Corporation|MSFT|NASDAQ|US|Technology|Software|Systems Software|Active
Alphabet Inc.|GOOGL|NASDAQ|US|Technology|Media|Interactive Media|Active
Amazon.com, Inc.|AMZN|NASDAQ|US|Consumer Services|Retail|Online Retail|Active
Meta Platforms, Inc.|META|NASDAQ|US|Technology|Media|Interactive Media|Active
Tesla, Inc.|TSLA|NASDAQ|US|Consumer Goods|Automobiles|Automobiles|Active
Berkshire Hathaway Inc.|BRK.B|NYSE|US|Financials|Diversified Financials|Conglomerates|Active
JPMorgan Chase & Co.|JPM|NYSE|US|Financials|Banks|Diversified Banks|Active
Goldman Sachs Group, Inc.|GS|NYSE|US|Financials|Diversified Financials|Investment Banking|Active
Morgan Stanley|MS|NYSE|US|Financials|Diversified Financials|Investment Banking|Active
Bank of America Corporation|BAC|NYSE|US|Financials|Banks|Diversified Banks|Active
Citigroup Inc.|C|NYSE|US|Financials|Banks|Diversified Banks|Active
Wells Fargo & Company|WFC|NYSE|US|Financials|Banks|Diversified Banks|Active
Deutsche Bank AG|DBK|XETRA|DE|Financials|Banks|Diversified Banks|Active
Barclays PLC|BARC|LSE|GB|Financials|Banks|Diversified Banks|Active
UBS Group AG|UBSG|SIX|CH|Financials|Banks|Diversified Banks|Active
HSBC Holdings plc|HSBA|LSE|GB|Financials|Banks|Diversified Banks|Active
Visa Inc.|V|NYSE|US|Financials|Diversified Financials|Payments|Active
Mastercard Incorporated|MA|NYSE|US|Financials|Diversified Financials|Payments|Active
Walmart Inc.|WMT|NYSE|US|Consumer Services|Retail|Hypermarkets|Active
Target Corporation|TGT|NYSE|US|Consumer Services|Retail|Hypermarkets|Active
Costco Wholesale Corporation|COST|NASDAQ|US|Consumer Services|Retail|Hypermarkets|Active
Exxon Mobil Corporation|XOM|NYSE|US|Energy|Oil and Gas|Integrated Oil and Gas|Active
Chevron Corporation|CVX|NYSE|US|Energy|Oil and Gas|Integrated Oil and Gas|Active
Shell plc|SHEL|LSE|GB|Energy|Oil and Gas|Integrated Oil and Gas|Active
BP p.l.c.|BP|LSE|GB|Energy|Oil and Gas|Integrated Oil and Gas|Active
Intel Corporation|INTC|NASDAQ|US|Technology|Semiconductors|Semiconductors|Active
Advanced Micro Devices, Inc.|AMD|NASDAQ|US|Technology|Semiconductors|Semiconductors|Active
Qualcomm Incorporated|QCOM|NASDAQ|US|Technology|Semiconductors|Semiconductors|Active
Broadcom Inc.|AVGO|NASDAQ|US|Technology|Semiconductors|Semiconductors|Active
Taiwan Semiconductor Manufacturing Company Limited|2330|TWSE|TW|Technology|Semiconductors|Semiconductors|Active
Samsung Electronics Co., Ltd.|005930|KRX|KR|Technology|Hardware|Consumer Electronics|Active
Arm Limited|ARM|NASDAQ|GB|Technology|Semiconductors|Semiconductors|Active
ASML Holding N.V.|ASML|AMS|NL|Technology|Semiconductors|Semiconductor Equipment|Active
Cisco Systems, Inc.|CSCO|NASDAQ|US|Technology|Hardware|Communications Equipment|Active
International Business Machines Corporation|IBM|NYSE|US|Technology|Software|IT Consulting|Active
Salesforce, Inc.|CRM|NYSE|US|Technology|Software|Enterprise Software|Active
SAP SE|SAP|XETRA|DE|Technology|Software|Enterprise Software|Active
Cerner Corporation|CERN|NASDAQ|US|Health Care|Health Care Equipment|Health Care Technology|Delisted
Siemens AG|SIE|XETRA|DE|Industrials|Capital Goods|Conglomerates|Active
Pfizer Inc.|PFE|NYSE|US|Health Care|Pharmaceuticals|Pharmaceuticals|Active
Johnson & Johnson|JNJ|NYSE|US|Health Care|Pharmaceuticals|Pharmaceuticals|Active
Novartis AG|NOVN|SIX|CH|Health Care|Pharmaceuticals|Pharmaceuticals|Active
Roche Holding AG|ROG|SIX|CH|Health Care|Pharmaceuticals|Pharmaceuticals|Active
Merck & Co., Inc.|MRK|NYSE|US|Health Care|Pharmaceuticals|Pharmaceuticals|Active
UnitedHealth Group Incorporated|UNH|NYSE|US|Health Care|Health Care Services|Managed Care|Active
Boeing Company|BA|NYSE|US|Industrials|Capital Goods|Aerospace|Active
Airbus SE|AIR|PAR|NL|Industrials|Capital Goods|Aerospace|Active
Ford Motor Company|F|NYSE|US|Consumer Goods|Automobiles|Automobiles|Active
General Motors Company|GM|NYSE|US|Consumer Goods|Automobiles|Automobiles|Active
Toyota Motor Corporation|7203|TSE|JP|Consumer Goods|Automobiles|Automobiles|Active
Volkswagen AG|VOW3|XETRA|DE|Consumer Goods|Automobiles|Automobiles|Active
Coca-Cola Company|KO|NYSE|US|Consumer Goods|Food and Beverage|Soft Drinks|Active
PepsiCo, Inc.|PEP|NASDAQ|US|Consumer Goods|Food and Beverage|Soft Drinks|Active
Procter & Gamble Company|PG|NYSE|US|Consumer Goods|Household Products|Household Products|Active
Netflix, Inc.|NFLX|NASDAQ|US|Consumer Services|Media|Streaming|Active
Walt Disney Company|DIS|NYSE|US|Consumer Services|Media|Entertainment|Active
Verizon Communications Inc.|VZ|NYSE|US|Telecommunications|Telecommunications|Integrated Telecommunications|Active
AT&T Inc.|T|NYSE|US|Telecommunications|Telecommunications|Integrated Telecommunications|Active
PricewaterhouseCoopers LLP|||US|Industrials|Commercial Services|Accounting|Active
Ernst & Young LLP|||US|Industrials|Commercial Services|Accounting|Active
Deloitte & Touche LLP|||US|Industrials|Commercial Services|Accounting|Active
KPMG LLP|||US|Industrials|Commercial Services|Accounting|Active
BDO USA, LLP|||US|Industrials|Commercial Services|Accounting|Active
Moody's Corporation|MCO|NYSE|US|Financials|Diversified Financials|Financial Data|Active
S&P Global Inc.|SPGI|NYSE|US|Financials|Diversified Financials|Financial Data|Active
Fitch Ratings|||US|Financials|Diversified Financials|Financial Data|Active
Vanguard Group, Inc.|||US|Financials|Diversified Financials|Asset Management|Active
State Street Corporation|STT|NYSE|US|Financials|Diversified Financials|Asset Management|Active
Fidelity Investments|||US|Financials|Diversified Financials|Asset Management|Active
The Depository Trust Company|||US|Financials|Diversified Financials|Securities Services|Active
U.S. Bank Trust Company, National Association|||US|Financials|Banks|Trust Banks|Active
The Bank of New York Mellon|BK|NYSE|US|Financials|Banks|Trust Banks|Active
Lumen Harbor Robotics, Inc.|LHRB|NASDAQ|US|Industrials|Capital Goods|Robotics|Active
Quill & Tern Foods plc|QTF|LSE|GB|Consumer Goods|Food and Beverage|Packaged Food|Active
Aurelia Grid SE|AGX|XETRA|DE|Utilities|Utilities|Electric Utilities|Active
Basalt Ridge Mining Ltd.|BRM|TSX|CA|Basic Materials|Metals and Mining|Copper|Active
`;
