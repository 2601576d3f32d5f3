import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const networks = new BlockList();
/** Networks that are not on the public internet, and those of IPv6 that embed IPv4 addresses. */
const NETWORKS =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 " +
  "64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8";
for (const [, address = "", bits] of NETWORKS.matchAll(/(\S+)\/(\d+)/g)) {
  networks.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
}

/** The address of a host that has only private addresses; undefined for others. @throws the system's error */
export async function privateAddressOf({ hostname }: URL): Promise<string | undefined> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(literal) === 0 ? await lookup(hostname, { all: true }) : [{ address: literal }];
  // Node compares IPv4-mapped addresses with the IPv4 networks as well.
  const isPrivate = addresses.every(({ address }) => networks.check(address, address.includes(":") ? "ipv6" : "ipv4"));
  return isPrivate ? addresses[0]?.address : undefined;
}
