import { BlockList, isIP } from "node:net";

/**
 * IPv4 networks that are not on the public internet: private, loopback, link-local, shared, documentation,
 * benchmarking, multicast and reserved.
 */
const IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** The same for IPv6, with the ranges that embed IPv4 addresses. */
const IPV6 = [
  "::/96",
  "::ffff:0:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

const blocked = new BlockList();
for (const network of IPV4) blocked.addSubnet(...subnet(network), "ipv4");
for (const network of IPV6) blocked.addSubnet(...subnet(network), "ipv6");

/** Whether an address is not a public IP address. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, "");
  const family = isIP(bare);
  // Node compares IPv4-mapped addresses with the IPv4 networks as well.
  return family === 0 || blocked.check(bare, family === 4 ? "ipv4" : "ipv6");
}

function subnet(network: string): [string, number] {
  const [address = "", bits = ""] = network.split("/");
  return [address, Number(bits)];
}
