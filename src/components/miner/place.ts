import type { Location } from '#explorer/place.ts';

/** A place in words, the smallest part last: `🇸🇬 Asia · Singapore`. */
export function placeText({
  flagEmoji,
  continentName,
  countryName,
  regionName,
  city,
}: Location): string {
  const parts = [continentName, countryName, regionName, city].filter((part) => part !== null);
  return [flagEmoji, [...new Set(parts)].join(' · ')].filter((part) => part !== null).join(' ');
}

/** The same in a list's row: the country, or the continent where that is all that is known. */
export const placeBrief = ({ flagEmoji, continentName, countryName }: Location): string =>
  [flagEmoji, countryName ?? continentName].filter((part) => part !== null).join(' ');
