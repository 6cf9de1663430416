// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Lab.sol";

// More contracts of the labs: a jar for tips, a creator's coin, and ways to back a creator. Never deployed.

/// @notice Takes tips. Who may empty it depends on the version.
contract LabTipJar {
    enum Version {
        Owner,
        Template,
        Open,
        Shut
    }

    address public immutable owner;
    Version private immutable _version;

    event Tipped(address from, uint256 amount, string note);

    constructor(Version version_, address author) {
        _version = version_;
        owner = version_ == Version.Template ? author : msg.sender;
    }

    function tip(string calldata note) external payable {
        require(msg.value > 0);
        emit Tipped(msg.sender, msg.value, note);
    }

    function empty() external {
        require(_version != Version.Shut && (msg.sender == owner || _version == Version.Open));
        (bool sent,) = msg.sender.call{value: address(this).balance}("");
        require(sent);
    }
}

/// @notice A coin with a price that rises with each coin sold. Its creator gets half of a fee of 1 %.
contract LabCreatorCoin {
    IToken public immutable token;
    address public immutable creator;
    /// @dev Price of the n-th coin in the token's smallest units, divided by n.
    uint256 public immutable slope;
    uint256 public supply;
    mapping(address account => uint256) public coins;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(IToken token_, address creator_, uint256 slope_) {
        (token, creator, slope) = (token_, creator_, slope_);
    }

    /// @notice Price of the next `count` coins, without the fee.
    function priceOf(uint256 count) public view returns (uint256) {
        return slope * ((supply + count) ** 2 - supply ** 2) / 2;
    }

    /// @notice What `count` coins bring now, the fee taken off.
    function worthOf(uint256 count) public view returns (uint256) {
        if (count > supply) return 0;
        return slope * (supply ** 2 - (supply - count) ** 2) / 2 * 99 / 100;
    }

    function buy(uint256 count) external {
        uint256 price = priceOf(count);
        supply += count;
        coins[msg.sender] += count;
        token.transferFrom(msg.sender, address(this), price + price / 100);
        token.transfer(creator, price / 200);
        emit Transfer(address(0), msg.sender, count * 1e6);
    }

    function sell(uint256 count) external {
        uint256 worth = worthOf(count);
        coins[msg.sender] -= count;
        supply -= count;
        token.transfer(msg.sender, worth);
        token.transfer(creator, worth / 198);
        emit Transfer(msg.sender, address(0), count * 1e6);
    }
}

/// @notice Passes vouches on, up to a cap for each pair, and sells Steeze, as Aura's two contracts do.
contract LabBacking {
    uint256 private constant PAIR_CAP = 100e6;

    IToken public immutable token;
    mapping(address voucher => mapping(address target => uint256)) public vouched;

    constructor(IToken token_) {
        token = token_;
    }

    function vouch(address target, uint256 value) external {
        vouched[msg.sender][target] += value;
        require(vouched[msg.sender][target] <= PAIR_CAP);
        token.transferFrom(msg.sender, target, value);
    }

    function buySteeze(uint256 value) external {
        token.transferFrom(msg.sender, address(this), value);
    }
}
