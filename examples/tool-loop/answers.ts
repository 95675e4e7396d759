/** What the tools of this example answer; in a program of yours, this is the code that is already there. */
const stations: Readonly<Record<string, string>> = { Paris: "21 °C and sunny", London: "16 °C and cloudy" };

export function weather(city: string): string {
  const report = stations[city];
  if (report === undefined) throw new Error(`The weather station of ${city} is offline.`);
  return `${report} in ${city}`;
}

export const time = (city: string): string => `12:00 in ${city}`;

/** Three calls side by side, of which the one for Oslo fails. */
export const question = "What is the weather in Paris, in London and in Oslo?";

export const descriptions = {
  get_weather: "Current weather of one city. Use it for questions about weather or temperature.",
  get_time: "Local time of one city. Use it for questions about the time of day.",
} as const;

export const city = {
  type: "object",
  properties: { city: { type: "string", description: "The city, like Paris" } },
  required: ["city"],
} as const;
