/** How somebody asks for a program, in front of what it is for. */
export const request =
  /^(?:(?:hi|hello|hey|there|please|pls|ok|so|quick one)[,!]?\s+)*(?:(?:(?:i|we)(?:'d| would)?(?:'m|'re| am| are)? )?(?:like(?: to)?|need|want(?: to)?|wanna|have to|trying to|building|run|let|looking for)|(?:build|create|make|design|generate|write|give me|implement|develop|define)(?: me| us)?|trying to|this is|it is)\b\s*(?:(?:build|create|make|have|run|clone|develop|design|generate)\s+)?/i;
