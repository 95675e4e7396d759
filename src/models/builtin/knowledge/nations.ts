const table = `
american:United States british:United Kingdom english:England scottish:Scotland welsh:Wales irish:Ireland french:France
german:Germany italian:Italy spanish:Spain portuguese:Portugal dutch:Netherlands belgian:Belgium swiss:Switzerland
austrian:Austria swedish:Sweden norwegian:Norway danish:Denmark finnish:Finland icelandic:Iceland polish:Poland
czech:Czech Republic hungarian:Hungary romanian:Romania bulgarian:Bulgaria greek:Greece turkish:Turkey russian:Russia
ukrainian:Ukraine egyptian:Egypt moroccan:Morocco nigerian:Nigeria kenyan:Kenya ethiopian:Ethiopia israeli:Israel
iranian:Iran iraqi:Iraq saudi:Saudi Arabia indian:India pakistani:Pakistan bangladeshi:Bangladesh nepalese:Nepal
chinese:China japanese:Japan korean:South Korea vietnamese:Vietnam thai:Thailand indonesian:Indonesia malaysian:Malaysia
filipino:Philippines australian:Australia canadian:Canada mexican:Mexico brazilian:Brazil argentinian:Argentina
argentine:Argentina chilean:Chile peruvian:Peru colombian:Colombia cuban:Cuba
`;

const countries = new Map(
  table
    .trim()
    .split(/\s(?=\p{Ll}+:)/u)
    .map((entry) => {
      const [adjective = "", country = ""] = entry.trim().split(":");
      return [adjective, country] as const;
    }),
);

/** The country of an adjective: `German` → Germany. */
export const countryOfAdjective = (word: string): string | undefined => countries.get(word.toLowerCase());
