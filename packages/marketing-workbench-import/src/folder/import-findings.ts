/** An address of the old site, and the number of links or pictures that lead there. */
export type CountedAddress = {
  readonly address: string;
  readonly count: number;
  readonly reason?: string;
};

/** The links to texts of the old site, and those of them that find a text by its old address. */
export type OwnLinks = { readonly all: number; readonly found: number };

/** Collects the findings of an import that concern the whole site and not one text alone. */
export function createImportFindings() {
  const lost = new Map<string, CountedAddress>();
  const missing = new Map<string, CountedAddress>();
  const problems = new Set<string>();
  const ownLinks = { all: 0, found: 0 };
  const add = (found: Map<string, CountedAddress>, address: string, reason?: string) => {
    const count = (found.get(address)?.count ?? 0) + 1;
    found.set(address, { address, count, ...(reason !== undefined && { reason }) });
  };
  const sort = (found: Map<string, CountedAddress>) =>
    [...found.values()].toSorted((one, other) => other.count - one.count);
  return {
    /** Adds a link to an address that no text has. */
    addLostLink: (address: string) => add(lost, address),
    /** Adds a picture or file that could not be copied. */
    addMissingFile: (address: string, reason: string) => add(missing, address, reason),
    countOwnLink: (isFound: boolean) => {
      ownLinks.all += 1;
      if (isFound) ownLinks.found += 1;
    },
    getOwnLinks: (): OwnLinks => ({ ...ownLinks }),
    addProblem: (problem: string) => void problems.add(problem),
    listLostLinks: () => sort(lost),
    listMissingFiles: () => sort(missing),
    problems,
  };
}

export type ImportFindings = ReturnType<typeof createImportFindings>;
