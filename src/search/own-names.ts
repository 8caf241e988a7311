/**
 * Trades, shops and services that owners name, and that are near to other words: none is a slip of one of these, whether
 * an article has it or not.
 */
const OWN_NAMES: ReadonlySet<string> = new Set(
  `airbnb amazon angi apple artisan barber bakery bistro boat boutique bridal brewery broker burger butcher cafe camping
  canva carpenter catering charity chiropractor cleaner clinic coach contest daycare dentist dental doctor driver ebay
  electrician etsy facialist farm fencing fiverr florist garage gardener gift groomer grooming groupon gym halloween
  handyman hostel hotel houzz hvac insurance instagram jeweler jewelry klaviyo landscaper laundry lawyer linkedin
  locksmith mailchimp marina massage mechanic mortgage motel moving nanny netflix nextdoor nonprofit notary optician orange
  outdoor painter paving pets pharmacy pilates pinterest pizza plumber podcast printer quora raffle realtor realty reddit
  roofer roofing salon shopify snapchat soccer solar spotify squarespace startup storage stripe surfing surgeon tailor
  tattoo tavern temu tennis therapist threads tiktok towing trainer tripadvisor tshirt tutor twitter uber upwork venmo vet
  walmart wedding welding whatsapp wifi winery wix wordpress yelp yoga zapier zillow zoom`.split(/\s+/),
);

/** Takes a folded word, in the singular or the plural. */
export function isOwnName(word: string): boolean {
  return OWN_NAMES.has(word) || (word.endsWith('s') && OWN_NAMES.has(word.slice(0, -1)));
}
