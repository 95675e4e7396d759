/** Formats that are checked, with their names in messages. */
export const formats: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  time: "a time such as 12:00:00Z",
  "date-time": "a date and time such as 2026-01-31T12:00:00Z",
  email: "an e-mail address",
  uuid: "a UUID",
  uri: "a URL",
  url: "a URL",
  hostname: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  byte: "in base64",
};
