// Made from the rulesets by `scripts/schemas.py`.

export const GAMES = {
 "parlett": {
  "players": 4,
  "target": 100,
  "deals": null,
  "pair": false
 },
 "parlett-50": {
  "players": 4,
  "target": 50,
  "deals": null,
  "pair": false
 },
 "secret-partners": {
  "players": 4,
  "target": null,
  "deals": 8,
  "pair": true
 },
 "open-collusion": {
  "players": 4,
  "target": null,
  "deals": 8,
  "pair": true
 },
 "rotation-collusion": {
  "players": 4,
  "target": null,
  "deals": 8,
  "pair": true
 },
 "triple-collusion": {
  "players": 6,
  "target": null,
  "deals": 8,
  "pair": false
 }
};
