/** Why provisioning stops, and what a person has to do: sentences for the terminal. */
export class Problem extends Error {}
