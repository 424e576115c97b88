// Asks the server for a sentence on why something can't be touched now.

let asking = null;

/**
 * @param {string} address
 * @param {string[]} picks what was touched, the refused target last
 * @returns {Promise<string|null>} null: there is nothing to say, or an older question was overtaken
 */
export async function why(address, version, picks, otherwise) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const query = new URLSearchParams([["version", version], ...picks.map((pick) => ["pick", pick])]);
  try {
    const answer = await fetch(`${address}?${query}`, {
      signal,
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return otherwise;
    return (await answer.json()).text ?? otherwise;
  } catch {
    return signal.aborted ? null : otherwise;
  }
}
